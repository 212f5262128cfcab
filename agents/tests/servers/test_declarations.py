"""A declared server is read or refused with a sentence; a wrong file takes nothing else away."""

from pathlib import Path

import pytest

from agents.servers.declarations import MAX_BYTES, BadDeclaration, NginxDeclaration, read_declaration
from agents.servers.registry import program_of, read_folders


def test_a_build_has_a_path_and_an_environment() -> None:
    text = 'kind = "nginx"\npath = "/opt/nginx/sbin/nginx"\n[environment]\nLD_LIBRARY_PATH = "/opt/lib"\n'
    declaration = read_declaration(text)
    assert isinstance(declaration, NginxDeclaration)
    assert (declaration.path, declaration.environment) == (
        "/opt/nginx/sbin/nginx",
        {"LD_LIBRARY_PATH": "/opt/lib"},
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "kind must be “nginx” or “declared”"),
        ("kind = nginx", "it is no TOML"),
        ('kind = "nginx"\npath = "/a"\npaht = "/b"', "there is no field “paht”"),
        ('kind = "nginx"', "give either path, or from"),
        ('kind = "nginx"\npath = "/a"\nfrom = "nginx"', "give either path, or from"),
        ('kind = "nginx"\npath = "sbin/nginx"', "path must be an absolute path"),
        ('kind = "nginx"\npath = "/a=b"', "path must be an absolute path, without ="),
        ('kind = "nginx"\nfrom = "../x"', "from must be the name of a server"),
        ('kind = "nginx"\npath = 5', "path must be text"),
        (
            'kind = "nginx"\nfrom = "nginx"\nenvironment = {"A B" = "c"}',
            "environment.A B must be the name",
        ),
        ('kind = "nginx"\nfrom = "nginx"\nenvironment = {A = "a\\nb"}', "environment.A must be one line"),
        ('kind = "nginx"\nfrom = "nginx"\nenvironment = {A = 5}', "environment.A must be text"),
        ("a = " + "[" * 5000, "it is no TOML"),
    ],
)
def test_a_wrong_declaration_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(BadDeclaration, match=reason.replace("(", r"\(")):
        read_declaration(text)


GOOD = 'kind = "nginx"\npath = "/usr/sbin/nginx"\n'


def test_each_file_stands_for_itself(tmp_path: Path) -> None:
    files = {
        "good.toml": GOOD,
        "typo.toml": 'kind = "ngnix"\n',
        "Upper.toml": GOOD,
        "nginx.toml": GOOD,
        "notes.txt": "not read",
        ".hidden.toml": GOOD,
        "huge.toml": "#" * (MAX_BYTES + 1),
        "open.toml": GOOD,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "gone.toml").symlink_to("nowhere")
    (tmp_path / "open.toml").chmod(0o646)
    entries = read_folders([tmp_path, tmp_path / "not there"])
    assert isinstance(entries.pop("good"), NginxDeclaration)
    reasons = {name: str(entry) for name, entry in entries.items()}
    assert set(reasons) == {"typo", "Upper", "nginx", "huge", "open", "binary", "folder", "gone"}
    assert "kind must be" in reasons["typo"]
    assert reasons["binary"].endswith("binary.toml: it is no text in UTF-8")
    assert reasons["folder"] == f"{tmp_path}/folder.toml: Is a directory"
    assert reasons["gone"] == f"{tmp_path}/gone.toml: No such file or directory"
    assert "lower-case" in reasons["Upper"]
    assert "the agent's own" in reasons["nginx"]
    assert "at most 64 kB" in reasons["huge"]
    assert "chmod o-w" in reasons["open"]


def test_two_files_of_one_name_are_both_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "new.toml").write_text(GOOD)
    entry = read_folders([tmp_path / "a", tmp_path / "b"])["new"]
    assert isinstance(entry, str)
    assert "several files have this name" in entry
    assert str(tmp_path / "b" / "new.toml") in entry


def declared(**fields: object) -> NginxDeclaration:
    return NginxDeclaration.model_validate({"kind": "nginx", **fields})


def test_another_environment_of_the_same_program() -> None:
    declarations = {
        "new": declared(path="/bin/true", environment={"A": "1", "B": "1"}),
        "copy": declared(**{"from": "new"}, environment={"B": "2"}),
    }
    program = program_of("copy", declarations, "nginx")
    assert (program.path, program.environment) == (str(Path("/bin/true").resolve()), {"A": "1", "B": "2"})
    assert program.command == ["env", "A=1", "B=2", program.path]
    preloading = program_of("own", {"own": declared(**{"from": "nginx"})}, "/bin/true")
    assert preloading.command == [program.path]


def test_from_leads_somewhere() -> None:
    circle = {"a": declared(**{"from": "b"}), "b": declared(**{"from": "a"})}
    with pytest.raises(BadDeclaration, match="circle: a → b → a"):
        program_of("a", circle, "nginx")
    with pytest.raises(BadDeclaration, match="no server “gone”"):
        program_of("a", {"a": declared(**{"from": "gone"})}, "nginx")


def test_the_example_of_the_docs_is_a_declaration() -> None:
    page = (Path(__file__).parents[3] / "docs/agents.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert read_declaration(example).kind == "declared"
