"""What there is: the seed, and what the run has made, seen and deleted since."""

import json
import os
import zlib
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlencode

import jsonschema_rs

FACTS = json.loads(Path(os.environ["SVC_FACTS"]).read_text())
OPERATIONS = FACTS["operations"]
KINDS = FACTS["kinds"]

MAX_ID_LENGTH = 200

seeded = {kind: [record["id"] for record in records] for kind, records in FACTS["records"].items()}
seeded["error_tracker"] = FACTS["trackedAppIds"]
# Kept as they are, for nothing but fetching their specification.
reserved = set(FACTS["specApiIds"])
protected = reserved.union(*seeded.values())
# Every record ever seen, as it was last. Deleted ones too, so that a request for one stays a request for it.
latest = {record["id"]: record for records in FACTS["records"].values() for record in records}
# What the run has made and not yet deleted, by kind.
made = defaultdict(list)
# The APIs that keep a specification.
keeping = []
# The images that runbooks have: of which, and their own ids.
images = []
# The key pairs for SAML that were put to use, the present one last.
signing = []
# By id for records, by address for everything else.
etags = {}
# By the list and filters that they continue.
cursors = {}


def note(case, facts, response):
    """Keeps what an answer tells of a record or of a list."""
    where = case.formatted_path
    etag = response.headers.get("etag", [None])[0]
    body = json.loads(response.content) if response.content.startswith(b"{") else {}
    if isinstance(body.get("nextCursor"), str):
        cursors[list_key(where, case.query)] = body["nextCursor"]
    if etag is not None:
        etags[where] = etag
    id = body.get("id")
    if not isinstance(id, str):
        return
    latest[id] = body
    if etag is not None:
        etags[id] = etag
    if response.status_code == 201:
        made[facts["bodyOf"]].append(id)


def note_spec(id, is_kept):
    if is_kept and id not in keeping:
        keeping.append(id)
    elif not is_kept and id in keeping:
        keeping.remove(id)


def forget(kind, id):
    etags.pop(id, None)
    if id in made[kind]:
        made[kind].remove(id)


def list_key(where, query):
    filters = {name: value for name, value in (query or {}).items() if name not in ("cursor", "limit")}
    return f"{where}?{urlencode(sorted(filters.items()), doseq=True)}"


def pick(ids, seed, skip=None):
    """The same id for the same seed, so that a failing request can be sent again."""
    choice = [id for id in ids if id != skip]
    return choice[number_of(seed) % len(choice)] if choice else None


def is_odd(seed):
    return number_of(seed) % 2 == 1


def number_of(seed):
    return zlib.crc32(repr(seed).encode("utf-8", "backslashreplace"))


def is_id(value):
    return isinstance(value, str) and len(value) <= MAX_ID_LENGTH


checkers = {}


def fits(schema, value):
    key = json.dumps(schema, sort_keys=True)
    if key not in checkers:
        checkers[key] = jsonschema_rs.validator_for(schema, validate_formats=True)
    return checkers[key].is_valid(value)
