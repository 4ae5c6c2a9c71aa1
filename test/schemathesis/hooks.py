"""Makes generated requests mean something in the seeded organisation.

JSON Schema cannot say "the id of a team that is there", "this field's present value" or "the ETag you were
given": a request that is right by the description would be refused for a reason that the description cannot
hold. So before a request goes out, ids of real records take the place of made-up ones, and what is already
wrong stays wrong. Schemathesis then holds the request that is really sent against the description again.

Records of the seed are read and changed but never deleted; deletions get records that the run itself made.
"""

import atexit
import json
import os
import zlib
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlencode

import jsonschema_rs
import schemathesis
from schemathesis.core.parameters import ParameterLocation

FACTS = json.loads(Path(os.environ["SVC_FACTS"]).read_text())
OPERATIONS = FACTS["operations"]
KINDS = FACTS["kinds"]

MAX_ID_LENGTH = 200
PERCENTAGE_TYPES = ("availability", "latency", "errorRate")

seeded = {kind: [record["id"] for record in records] for kind, records in FACTS["records"].items()}
protected = {id for ids in seeded.values() for id in ids}
latest = {record["id"]: record for records in FACTS["records"].values() for record in records}
made = defaultdict(list)
etags = {}
cursors = {}
tally = defaultdict(lambda: defaultdict(int))
checkers = {}


def pick(ids, seed, skip=None):
    """The same id for the same seed, so that a failing request can be sent again."""
    choice = [id for id in ids if id != skip]
    return choice[zlib.crc32(repr(seed).encode("utf-8", "backslashreplace")) % len(choice)] if choice else None


def is_odd(seed):
    return zlib.crc32(repr(seed).encode("utf-8", "backslashreplace")) % 2 == 1


def is_id(value):
    return isinstance(value, str) and len(value) <= MAX_ID_LENGTH


def fits(schema, value):
    key = json.dumps(schema, sort_keys=True)
    if key not in checkers:
        checkers[key] = jsonschema_rs.validator_for(schema, validate_formats=True)
    return checkers[key].is_valid(value)


def facts_of(case):
    return OPERATIONS[case.operation.definition.raw["operationId"]]


def is_negative(case, location):
    return case.meta is not None and case.meta.is_negative_at(location)


@schemathesis.hook
def before_call(context, case, kwargs):
    facts = facts_of(case)
    aim_path(case, facts)
    aim_query(case, facts)
    if isinstance(case.body, dict) and facts["bodyOf"] is not None:
        case.body = mended_body(case, facts)
    aim_headers(case, facts)


def aim_path(case, facts):
    name, kind = facts["idParam"], facts["kind"]
    id = case.path_parameters.get(name)
    if name is None or kind is None or not is_id(id) or is_negative(case, ParameterLocation.PATH):
        return
    target = path_target(case, kind, id)
    if target is not None and target != id:
        case.path_parameters = {**case.path_parameters, name: target}


def path_target(case, kind, id):
    if case.path.endswith("/spec"):
        return pick(FACTS["specApiIds"], id)
    if case.method.upper() == "DELETE":
        if id in latest and id not in protected:
            return id
        return made[kind].pop() if made[kind] else None if id not in protected else f"{id}_none"
    return id if id in latest else pick(seeded.get(kind, []) + made[kind][-20:], id)


def aim_query(case, facts):
    query = dict(case.query or {})
    for name, kind in facts["queryRefs"].items():
        if is_id(query.get(name)) and query[name] != "":
            query[name] = pick(seeded[kind], query[name])
    for name, kind in facts["filterRefs"].items():
        if is_id(query.get(name)) and is_odd(query[name]):
            query[name] = pick(seeded[kind], query[name])
    if "cursor" in query and fits(parameter_schema(case, "cursor"), query["cursor"]):
        known = cursors.get(list_key(case, query))
        query.pop("cursor")
        if known is not None:
            query["cursor"] = known
    if query != (case.query or {}):
        case.query = query


def list_key(case, query):
    filters = {name: value for name, value in query.items() if name not in ("cursor", "limit")}
    return f"{case.formatted_path}?{urlencode(sorted(filters.items()), doseq=True)}"


def parameter_schema(case, name):
    parameters = case.operation.definition.raw.get("parameters", [])
    return next((one["schema"] for one in parameters if one["name"] == name), {})


def aim_headers(case, facts):
    if is_negative(case, ParameterLocation.HEADER):
        return
    headers = dict(case.headers or {})
    id = case.path_parameters.get(facts["idParam"])
    where = case.formatted_path
    if "If-Match" in headers and fits(parameter_schema(case, "If-Match"), headers["If-Match"]):
        headers["If-Match"] = etags.get(id if id is not None else where, "*")
    if "Idempotency-Key" in headers and fits(parameter_schema(case, "Idempotency-Key"), headers["Idempotency-Key"]):
        told = json.dumps([where, str(case.body)]).encode()
        headers["Idempotency-Key"] = f"{headers['Idempotency-Key'][:200]}-{zlib.crc32(told)}"
    if "If-None-Match" in headers and is_odd(headers["If-None-Match"]):
        headers["If-None-Match"] = etags.get(where, headers["If-None-Match"])
    if headers != dict(case.headers or {}):
        case.headers.update(headers)


def mended_body(case, facts):
    kind = facts["bodyOf"]
    body = dict(case.body)
    before = latest.get(case.path_parameters.get(facts["idParam"])) if case.method.upper() == "PATCH" else None
    if before is not None:
        keep_immutable(kind, body, before)
    aim_references(kind, body, before)
    mend = MENDERS.get(kind)
    if mend is not None:
        mend(body, before)
    return body


def keep_immutable(kind, body, before):
    for name, schema in KINDS[kind]["immutable"].items():
        if name in body and name in before and fits(schema, body[name]):
            body[name] = before[name]


def aim_references(kind, body, before):
    for name, target in KINDS[kind]["refs"].items():
        value = body.get(name)
        if before is not None and value == before.get(name):
            continue
        ids = seeded.get(target_kind(target, {**(before or {}), **body}), [])
        if not ids:
            continue
        if is_id(value):
            body[name] = pick(ids, value)
        elif isinstance(value, list):
            body[name] = [pick(ids, one) if is_id(one) else one for one in value]


def target_kind(target, record):
    if isinstance(target, str):
        return target
    value = record.get(target["by"])
    return target["kinds"].get(value) if isinstance(value, str) else None


def mend_dependency(body, before):
    """Nothing depends on itself."""
    if body.get("fromKind") == body.get("toKind") and body.get("fromId") == body.get("toId"):
        ids = seeded.get({"component": "project"}.get(body.get("toKind"), body.get("toKind")), [])
        body["toId"] = pick(ids, body.get("toId"), skip=body.get("fromId")) or body.get("toId")


def mend_slo(body, before):
    """A change is held against what the SLO already is: its type says what target and value may be."""
    if before is None:
        return
    numbers = [body[name] for name in ("target", "currentValue") if isinstance(body.get(name), (int, float))]
    if any(number > 100 or number < 0 for number in numbers):
        body.setdefault("type", "custom")
    elif body.get("type") in PERCENTAGE_TYPES and (before.get("target") or 0) > 100:
        body.setdefault("target", 99.9)


def mend_scorecard(body, before):
    """Rules do not share an id, nor tiers a name."""
    without_twins(body, "rules", "id")
    without_twins(body, "tiers", "name")


def without_twins(body, name, key):
    if not isinstance(body.get(name), list):
        return
    known, kept = set(), []
    for one in body[name]:
        value = one.get(key) if isinstance(one, dict) else None
        if isinstance(value, str) and value in known:
            continue
        if isinstance(value, str):
            known.add(value)
        kept.append(one)
    body[name] = kept


def mend_identity_provider(body, before):
    """The settings of the other protocol stay empty."""
    protocol = body.get("protocol", (before or {}).get("protocol"))
    other = {"saml": "oidc", "oidc": "saml"}.get(protocol) if isinstance(protocol, str) else None
    if before is not None and other in body and "protocol" not in body and isinstance(body[other], dict):
        body[other] = None


def mend_credential(body, before):
    """No stronger than the caller, and not expired already."""
    scopes = body.get("scopes")
    if isinstance(scopes, list) and "admin" in scopes and "admin" not in FACTS["scopes"]:
        body["scopes"] = [scope for scope in scopes if scope != "admin"] or ["read"]
    if body.get("mode") == "live":
        body["mode"] = FACTS["mode"]
    if fits({"type": "string", "format": "date-time"}, body.get("expiresAt")):
        # A leap year, so that a 29th of February stays one.
        body["expiresAt"] = f"2996{body['expiresAt'][4:]}"


MENDERS = {
    "dependency": mend_dependency,
    "slo": mend_slo,
    "scorecard": mend_scorecard,
    "identity_provider": mend_identity_provider,
    "token": mend_credential,
    "api_key": mend_credential,
}


@schemathesis.hook
def after_call(context, case, response):
    operation = case.operation.definition.raw["operationId"]
    tally[operation][str(response.status_code)] += 1
    is_own = response.request.method == case.operation.method.upper()
    # A replay tells what was, not what is.
    if not is_own or not 200 <= response.status_code < 300 or "idempotent-replayed" in response.headers:
        return
    facts = facts_of(case)
    if response.status_code == 204:
        forget(facts["kind"], case.path_parameters.get(facts["idParam"]))
        return
    note(case, facts, response)


def forget(kind, id):
    etags.pop(id, None)
    if id in made[kind]:
        made[kind].remove(id)


def note(case, facts, response):
    etag = response.headers.get("etag", [None])[0]
    if etag is not None and case.operation.method.upper() == "GET":
        etags[case.formatted_path] = etag
    body = json.loads(response.content) if response.content[:1] == b"{" else {}
    if isinstance(body.get("nextCursor"), str):
        cursors[list_key(case, case.query)] = body["nextCursor"]
    id = body.get("id") if isinstance(body.get("id"), str) else None
    if id is None:
        if etag is not None and facts["bodyOf"] is not None:
            etags[case.formatted_path] = etag
        return
    latest[id] = body
    if etag is not None:
        etags[id] = etag
    if response.status_code == 201:
        made[facts["bodyOf"]].append(id)


@atexit.register
def write_tally():
    Path(os.environ["SVC_TALLY"]).write_text(json.dumps(tally))
