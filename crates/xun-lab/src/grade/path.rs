//! Grades a program that solves supply problems.

use super::{Examination, Graded, PathInstance, judge_path};

/// Runs the program on every instance; each result is told as it is known. Ends early when stopped.
pub fn grade_paths(
    examination: &Examination<'_>,
    instances: &[PathInstance],
    listen: &mut dyn FnMut(&Graded),
) -> Vec<Graded> {
    let mut done = Vec::new();
    for instance in instances {
        let judged = examination.run(&instance.name, &instance.input, |output| {
            judge_path(&instance.problem, instance.fewest, output)
        });
        let Some(mut graded) = judged else { break };
        graded.expected =
            instance.fewest.map_or_else(|| "-1".to_owned(), |steps| steps.to_string());
        listen(&graded);
        done.push(graded);
    }
    done
}
