//! A Slurm of one node, which runs the parts of a proof.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{path_with_halfpipe, PAGE};

/// The controller and the node of a Slurm in a folder, which end with the test.
struct Slurm<'f> {
    folder: &'f Path,
    programs: Vec<Child>,
}

impl Drop for Slurm<'_> {
    fn drop(&mut self) {
        for program in &mut self.programs {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

impl Slurm<'_> {
    /// Starts Munge if it does not run, and both programs.
    fn start(folder: &Path) -> Slurm<'_> {
        let output = Command::new("hostname").arg("-s").output().unwrap();
        let host = String::from_utf8(output.stdout).unwrap();
        let (host, place) = (host.trim(), folder.display());
        let settings = format!(
            "ClusterName=halfpipe
SlurmctldHost={host}
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
NodeName={host} CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"
        );
        std::fs::write(folder.join("slurm.conf"), settings).unwrap();
        for name in ["state", "spool", "work"] {
            std::fs::create_dir(folder.join(name)).unwrap();
        }
        let munge = "pgrep munged > /dev/null || { mkdir -p /run/munge && chown munge /run/munge && runuser -u munge -- munged; }";
        assert!(Command::new("sh").args(["-c", munge]).status().unwrap().success());
        let mut slurm = Slurm {
            folder,
            programs: Vec::new(),
        };
        for (program, option) in [("slurmctld", "-Dc"), ("slurmd", "-D")] {
            let mut command = slurm.command(program);
            command.arg(option).stdout(Stdio::null()).stderr(Stdio::null());
            slurm.programs.push(command.spawn().unwrap());
        }
        slurm.wait_until("sinfo -h -t idle", |said| !said.is_empty());
        slurm
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("SLURM_CONF", self.folder.join("slurm.conf"))
            .env("PATH", path_with_halfpipe())
            .current_dir(self.folder.join("work"));
        command
    }

    /// Runs a command and returns the output.
    fn run(&self, line: &str) -> String {
        let output = self.command("sh").args(["-e", "-c", line]).output().unwrap();
        let complained = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {complained}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Repeats a command until its output is as expected, for ten minutes at most.
    fn wait_until(&self, line: &str, is_expected: impl Fn(&str) -> bool) {
        for _ in 0..3000 {
            let output = self.command("sh").args(["-c", line]).output().unwrap();
            if output.status.success() && is_expected(&String::from_utf8_lossy(&output.stdout)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        panic!("{line}: nothing came of it");
    }
}

/// The Slurm array of parts in docs/verification.md, with an instruction that takes less time. One part is killed and queued
/// again.
#[test]
#[ignore = "needs programs of a desktop: make test-desk"]
fn slurm_runs_parts_of_a_proof_and_a_killed_one_again() {
    let folder = tempfile::tempdir().unwrap();
    let page = std::fs::read_to_string(PAGE).unwrap();
    let lines = page.lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
    let lines = lines.skip_while(|line| !line.starts_with("#SBATCH --array=1-4"));
    let script: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    assert_eq!(script.len(), 6, "{script:?}");
    let script = format!("#!/bin/sh\n{}\n", script.join("\n")).replace("fma.rn.bf16", "fma.rn.f16");
    let slurm = Slurm::start(folder.path());
    std::fs::write(folder.path().join("work/prove.sh"), script).unwrap();
    let job = slurm.run("sbatch --parsable prove.sh");
    let job = job.trim();
    slurm.wait_until("squeue -h -r -t R -o %K", |said| {
        said.lines().any(|task| task.trim() == "1")
    });
    slurm.run(&format!("scontrol requeue {job}_1"));
    slurm.wait_until("squeue -h", str::is_empty);
    let joined = "halfpipe prove --join part1.json part2.json part3.json part4.json --ledger proofs";
    let said = slurm.run(joined);
    assert!(
        said.starts_with("fma.rn.f16 at latency 4: holds, 96 lemmas, "),
        "{said}"
    );
    let recorded = slurm.run("cat proofs/fma_rn_f16.jsonl");
    slurm.run("halfpipe prove fma.rn.f16 --ledger once");
    let once = slurm.run("cat once/fma_rn_f16.jsonl");
    let named = |lines: &str| -> Vec<serde_json::Value> {
        let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
        lines
            .map(|mut line: serde_json::Value| {
                line.as_object_mut().unwrap().remove("milliseconds");
                line
            })
            .collect()
    };
    assert_eq!(named(&recorded), named(&once));
}
