//! Texts of faults of oracles.

use crate::Message;
use xun_grid::OracleError;
use xun_text::Text;

impl Message for OracleError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::WeightedTerrain => "oracle 只用于普通地面；此地图有代价不同的地形".to_owned(),
            Self::TooLarge => {
                "地图太大，无法生成 oracle：至多 4194304 格，边长至多 32767；jps 可以".to_owned()
            }
            Self::TooLittleMemory { needed, given } => {
                format!("此地图的 oracle 每格至少需要 {needed} 字节，而不是 {given}")
            }
            Self::Stopped => "oracle 尚未生成即已停止".to_owned(),
            Self::NotAnOracle => "这不是本程序的 oracle 文件：开头不是 “XUNORACL”".to_owned(),
            Self::Version(version) => {
                format!("oracle 文件的版本是 {version}，本程序读取版本 1；请重新生成")
            }
            Self::Damaged(_) => "oracle 文件已损坏；请重新生成".to_owned(),
            Self::AnotherMap => "此 oracle 属于另一张地图；请重新生成".to_owned(),
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}
