"""Runs the guide's jobs for GitHub Actions and GitLab in this folder, as far as possible without
these services. Steps run in order in their shells, with conditions on earlier failures, and
artifacts are kept.

usage: services.py PROJECT WORKFLOW GITLAB passes|fails COUNT

PROJECT is the folder of this project, whose action the workflow uses.

COUNT is the number of pictures that the reports must name as different.
"""

import html.parser
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

import yaml

project, workflow, gitlab, outcome, count = sys.argv[1:]


def run(shell, script, **environment):
    """Runs a script; returns whether it succeeded."""
    done = subprocess.run(
        shell.split() + ["-c", script], env={**os.environ, **environment}, capture_output=True
    )
    print(done.stderr.decode(), end="")
    return done.returncode == 0


def remove(*names):
    for name in names:
        if os.path.exists(name):
            os.remove(name)


def check_page(path):
    """Checks that the page exists and loads nothing from outside."""
    page = open(path, encoding="utf-8").read()
    assert "<title>shots against approved</title>" in page
    loaded = re.findall(r'(?:src|href)="(?!data:|#)([^"]*)"', page)
    assert not loaded, loaded


class Cells(html.parser.HTMLParser):
    """The texts of a table's cells, and the text outside the table."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.other = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        elif tag in ["td", "th"]:
            self.rows[-1].append("")
        elif tag != "table":
            self.other.add(tag)

    def handle_data(self, data):
        if data.strip():
            self.rows[-1][-1] += data


def action_steps(step):
    """The steps of one of this project's actions, with the values of its inputs; none for others."""
    found = re.fullmatch(r"[\w-]+/[\w-]+/(\.github/actions/\w+)@[\d.]+", step["uses"])
    if not found:
        assert step["uses"].startswith("actions/checkout@"), step
        return []
    action = yaml.safe_load(open(f"{project}/{found[1]}/action.yml"))
    inputs = {name: value.get("default") for name, value in action["inputs"].items()}
    assert set(step["with"]) <= set(inputs), step
    inputs.update(step["with"])
    assert None not in inputs.values(), inputs
    return [(inputs, step) for step in action["runs"]["steps"]]


def github():
    """Runs the action's steps in order until one fails, without what the service adds."""
    job = yaml.safe_load(open(workflow))
    assert job[True] == ["push", "pull_request"]
    ((_, job),) = job["jobs"].items()
    remove("summary.md", "outputs")
    kept = []
    for inputs, step in [pair for step in job["steps"] for pair in action_steps(step)]:
        outputs = dict(line.strip().split("=", 1) for line in open("outputs")) \
            if os.path.exists("outputs") else {}

        def value(text):
            """The text with inputs and earlier steps' outputs replaced by their values."""
            text = re.sub(r"\$\{\{ inputs\.(\w+) }}", lambda match: inputs[match[1]], text)
            text = re.sub(r"\$\{\{ steps\.\w+\.outputs\.(\w+) }}", lambda match: outputs[match[1]], text)
            return re.sub(r"\$\{\{ github\.\w+ }}", "", text)

        if "run" in step:
            assert "${{" not in step["run"], "values stand in variables, not in scripts"
            environment = {name: value(text) for name, text in step.get("env", {}).items()}
            if not run("bash --noprofile --norc -e -o pipefail", step["run"], **environment, RUNNER_TEMP=".",
                       GITHUB_STEP_SUMMARY="summary.md", GITHUB_OUTPUT="outputs"):
                break
        else:
            assert step["uses"].startswith("actions/upload-artifact@"), step
            kept.append(value(step["with"]["path"]))
    else:
        step = None
    assert kept == ["changes.html"]
    check_page(kept[0])
    summary = open("summary.md", encoding="utf-8").read()
    # An empty line would end the HTML block, which Markdown leaves alone.
    assert "\n\n" not in summary and summary.startswith("<table>")
    cells = Cells(summary)
    assert not cells.other and len(cells.rows) == 1 + int(count), summary
    assert all(len(row) == 3 for row in cells.rows), cells.rows
    return step is None


def gitlab_job():
    """Runs the lines of a script as one script, which ends at the first failure."""
    ((_, job),) = yaml.safe_load(open(gitlab)).items()
    succeeded = run("bash -e -o pipefail", "\n".join(job["script"]))
    artifacts = job["artifacts"]
    assert artifacts["when"] == "always" and len(artifacts["paths"]) == 1
    check_page(artifacts["paths"][0])
    suite = xml.etree.ElementTree.parse(artifacts["reports"]["junit"]).getroot()
    assert suite.get("failures") == count == str(len(suite.findall("testcase/failure")))
    names = [case.get("name") for case in suite.findall("testcase")]
    assert len(names) == len(set(names)), names
    return succeeded


for service in [github, gitlab_job]:
    # Once in an empty folder, and once in the folder of the previous run.
    remove("changes.png", "changes.html", "changes.json", "junit.xml")
    for _ in range(2):
        assert service() == (outcome == "passes"), service.__name__
