//! Chinese names of values, and the Chinese texts after the help.

/// The text after the help of a command, by the command's path.
pub(super) const AFTER_HELP: &[(&str, &str)] = &[
    (
        "xun",
        "\
退出码：0 已回答，1 所要求的检查未通过，或到限而无答案，2 命令行有误，3 输入有误或无法读写，130 被中断",
    ),
    (
        "xun path solve",
        "\
示例：
  xun path solve trip.txt                                 两行：步数与走法
  xun path solve maze.txt --from 1,0 --to 16,24           0/1 矩阵
  xun path solve trip.txt --explain                       说明原因与办法
  xun path solve maze.txt --compare                       所有算法一张表
  xun path solve trip.txt -a astar -H zero,manhattan,exact --compare
  xun path solve a.map --scenario 7 --moves 8 --png a.png
  xun path solve maps/                                    并行求解整个文件夹",
    ),
    (
        "xun path watch",
        "\
示例：
  xun path watch trip.txt -a astar -H supply-region
  xun path watch maze.txt -a ida --speed 50
按键：空格 运行/暂停，←/→ 单步后退与前进，+/- 速度，b/B 界限，f/F f 层，g 跳转，? 全部按键，q 退出",
    ),
    (
        "xun path generate",
        "\
示例：
  xun path generate maze --rows 31 --columns 61 --seed 7 > maze.txt
  xun path generate comb --format lab --out comb.txt
  xun path generate random --density 0.3 --count 100 --out set/",
    ),
    (
        "xun path bench",
        "\
示例：
  xun path bench arena.map                                问题取自 arena.map.scen
  xun path bench arena.map -a jps,jps-table,astar --repeat 3",
    ),
    (
        "xun path goals",
        "\
示例：
  xun path goals maze.txt --goals 3,5 9,7                 两个终点中最近的
  xun path goals maze.txt --goals 3,5 9,7 --all           到每个终点的路径
  xun path matrix maze.txt --starts 1,1 3,5 --goals 3,5 9,7",
    ),
    (
        "xun path tour",
        "\
示例：
  xun path tour maze.txt --through 3,5 9,7 5,1            按最优顺序，再到终点
  xun path tour maze.txt --through 3,5 9,7 --order given --finish start",
    ),
    (
        "xun path agents",
        "\
示例：
  xun path agents warehouse.map -k 20                     warehouse.map.scen 的前 20 个
  xun path agents maze.txt --agent 1,1:13,29 13,29:1,1 --watch",
    ),
    (
        "xun path angle",
        "\
示例：
  xun path angle a.map --scenario 7                       最短折线（Anya）
  xun path angle a.map --scenario 7 -a theta",
    ),
    (
        "xun path trip",
        "\
示例：
  xun path trip trip.txt --minimise money --reserve 2
  xun path trip field.txt --moves 8 --uses 10,14 --tank 200 --return --stops 2
  xun path trip roads.gr --graph --from 0 --to 99 --tank 500 --station 7=3 20=2",
    ),
    (
        "xun path oracle",
        "\
示例：
  xun path oracle build city.map                          写入 city.map.oracle
  xun path solve city.map --scenario 7 --oracle city.map.oracle",
    ),
];

/// Names of values in usage and options. Names that are the same in both languages (`FEN`, `N`) are
/// not here.
pub(super) const VALUE_NAMES: &[(&str, &str)] = &[
    ("ADDR", "地址"),
    ("ALGORITHM", "算法"),
    ("CELLS", "格数"),
    ("COLOUR", "颜色"),
    ("COMMAND", "命令"),
    ("CONTROL", "时限"),
    ("COST", "代价"),
    ("COUNT", "个数"),
    ("DIR", "文件夹"),
    ("EVENTS", "事件数"),
    ("EXPERIMENT", "实验"),
    ("FACTOR", "倍数"),
    ("FEN MOVE", "FEN 着法"),
    ("FEN|FILE", "FEN|文件"),
    ("FILE", "文件"),
    ("FILE|FEN", "文件|FEN"),
    ("FORMAT", "格式"),
    ("JOURNAL", "日志"),
    ("KIND", "种类"),
    ("LANGUAGE", "语言"),
    ("LEVEL", "级别"),
    ("LIST", "列表"),
    ("MAP", "地图"),
    ("MIB", "兆字节"),
    ("MOVES|FILE", "着法|文件"),
    ("MOVES", "着法"),
    ("MS", "毫秒"),
    ("NAME", "名称"),
    ("NAME=COMMAND", "名称=命令"),
    ("NAME=VALUE", "名称=值"),
    ("NODES", "节点数"),
    ("NOTATION", "记谱法"),
    ("NUMBER", "编号"),
    ("PERCENT", "百分比"),
    ("PLACE", "位置"),
    ("PLACE[=PRICE]", "位置[=单价]"),
    ("PLAYER", "棋手"),
    ("PLIES", "步数"),
    ("POINTS", "分数"),
    ("POSITION", "局面"),
    ("PRICE", "单价"),
    ("ROW,COL", "行,列"),
    ("RULE", "规则"),
    ("RULES", "规则"),
    ("SCOPE", "范围"),
    ("SCORE", "分数"),
    ("SECONDS", "秒"),
    ("SHARE", "比例"),
    ("SHELL", "shell"),
    ("SIDE", "一方"),
    ("SIZE", "大小"),
    ("STYLE", "样式"),
    ("SYSTEM", "体系"),
    ("TIME", "时间"),
    ("TIMES", "次数"),
    ("TOKEN", "令牌"),
    ("TREE", "树"),
    ("UNITS", "单位数"),
    ("UNITS,UNITS", "单位数,单位数"),
    ("VALUE", "值"),
    ("WHEN", "何时"),
    ("PATH", "路径"),
    ("RESULT", "结果"),
    ("TAG", "标签"),
    ("TEXT", "文字"),
    ("YEAR", "年份"),
];
