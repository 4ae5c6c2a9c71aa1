"""Paths, queries and headers that lead to records that are there."""

from aim.known import (
    FACTS,
    KINDS,
    cursors,
    etags,
    fits,
    images,
    is_id,
    is_odd,
    keeping,
    latest,
    list_key,
    made,
    number_of,
    pick,
    protected,
    reserved,
    seeded,
)
from schemathesis.core.parameters import ParameterLocation


def aim_path(case, facts):
    name, kind = facts["idParam"], facts["kind"]
    id = case.path_parameters.get(name)
    if id is not None and not isinstance(id, str):
        # Drawn from an earlier body, where it could be anything; an address holds a text.
        id = f"none{number_of(id)}"
    if "eventId" in case.path_parameters and is_id(case.path_parameters["eventId"]):
        event = pick(FACTS["deletionIds"], case.path_parameters["eventId"])
        case.path_parameters = {**case.path_parameters, "eventId": event}
        return
    if kind is None or not is_id(id) or is_negative(case, ParameterLocation.PATH):
        return
    if "imageId" in case.path_parameters and images:
        # What is deleted is gone for others.
        of, image = images.pop() if case.method.upper() == "DELETE" else images[-1]
        case.path_parameters = {**case.path_parameters, name: of, "imageId": image}
        return
    target = deletable(case, kind, id) if case.method.upper() == "DELETE" else readable(case, kind, id)
    if target is not None and target != case.path_parameters[name]:
        case.path_parameters = {**case.path_parameters, name: target}


def readable(case, kind, id):
    # No run deletes those of the seed, so their images can be deleted.
    if case.path.endswith("/images"):
        return pick(seeded[kind], id)
    # Other APIs point anywhere, and nothing but this machine may be asked.
    if case.path.endswith("/spec") and case.method.upper() == "GET":
        return pick(FACTS["specApiIds"] + keeping, id)
    is_fit = id in latest and id not in reserved
    return id if is_fit else pick(seeded.get(kind, []) + made[kind][-20:], id)


def deletable(case, kind, id):
    if case.path.endswith("/spec"):
        return pick(keeping, id)
    if kind == "error_tracker":
        # It is addressed by its project, which stays.
        return pick(seeded[kind], id)
    if id in latest and id not in protected:
        return id
    if made[kind]:
        return made[kind].pop()
    return f"{id}_none" if id in protected else id


def aim_query(case, facts):
    query = dict(case.query or {})
    if not is_negative(case, ParameterLocation.QUERY):
        # No parameter takes several values, but what is drawn from earlier answers can come as a list.
        query = {name: first_of(value) for name, value in query.items()}
    for name, kind in facts["queryRefs"].items():
        if is_id(query.get(name)) and query[name] != "":
            query[name] = pick(seeded[kind], query[name])
    for name in facts["entityParams"]:
        if is_right(case, query, name):
            query[name] = f"component:{pick(seeded['project'], query[name])}"
    for name, kind in facts["filterRefs"].items():
        if is_id(query.get(name)) and is_odd(query[name]):
            query[name] = pick(seeded[kind], query[name])
    if not is_negative(case, ParameterLocation.QUERY) and query.get("kind") in list(facts["kindFilters"]):
        # Those of other kinds are refused.
        own = facts["kindFilters"][query["kind"]]
        query = {
            name: value
            for name, value in query.items()
            if name == "kind" or (name in own and (own[name] is None or value in own[name]))
        }
    aim_text_query(case, facts, query)
    aim_span(case, facts, query)
    if is_right(case, query, "slo") and "of" in query:
        # An SLO of what is asked about.
        query["slo"] = pick(seeded["slo"], query["slo"])
        query["of"] = f"component:{latest[query['slo']]['appId']}"
    if is_right(case, query, "cursor"):
        del query["cursor"]
        known = cursors.get(list_key(case.formatted_path, query))
        if known is not None:
            query["cursor"] = known
    if query != (case.query or {}):
        case.query = query


def aim_text_query(case, facts, query):
    """Of what a query may say, the description knows only how long it is."""
    one_of = facts["oneOfParams"]
    if one_of and not is_negative(case, ParameterLocation.QUERY) and not any(name in query for name in one_of):
        query[one_of[0]] = "checkout"
    if not is_right(case, query, "query"):
        return
    kind = facts["listOf"] or query.get("kind") or "project"
    text = pick(KINDS[kind]["queries"], query["query"]) if isinstance(kind, str) and kind in KINDS else None
    if text is None:
        del query["query"]
    else:
        query["query"] = text


def aim_file(case, facts):
    """The file is of the sort that the operation takes; what its query names exists, and nobody has seen a plan yet."""
    if facts["file"] is None:
        return
    if not is_negative(case, ParameterLocation.BODY):
        # A text: bytes would be wrong by its schema.
        case.body = facts["file"]
    if not is_negative(case, ParameterLocation.QUERY):
        query = {name: value for name, value in (case.query or {}).items() if name not in ("plan", "accounts")}
        if query != (case.query or {}):
            case.query = query


SPANS = {
    "moments": ("2026-11-16T00:00:00Z", "2026-11-23T00:00:00Z"),
    "days": ("2026-11-01", "2026-11-15"),
}


def aim_span(case, facts, query):
    """A day that exists, an end after the beginning, and not too long."""
    given = [name for name in ("from", "to") if name in query]
    if facts["span"] is None or not given or not all(is_right(case, query, name) for name in given):
        return
    if facts["span"] == "moments" and len(given) < 2:
        # The one that is missing is wanted so.
        return
    query["from"], query["to"] = SPANS[facts["span"]]


def first_of(value):
    return value[0] if isinstance(value, list) and value else value


def aim_headers(case, facts):
    # A header that is missing on purpose must stay missing, and any edit would bring it back.
    if is_negative(case, ParameterLocation.HEADER):
        return
    headers, where = case.headers, case.formatted_path
    is_beside = facts["kind"] in ("integration", "error_tracker") or case.path.endswith("/spec")
    if is_right(case, headers, "If-Match") and is_beside:
        # One that is not configured or kept has no state to be held to, and its tag is not that of its record.
        del headers["If-Match"]
    if is_right(case, headers, "If-Match"):
        headers["If-Match"] = etags.get(case.path_parameters.get(facts["idParam"], where), "*")
    if is_right(case, headers, "Idempotency-Key"):
        # Another request with the same key would be refused: each has a key of its own.
        told = number_of([where, case.query, case.media_type, case.body])
        headers["Idempotency-Key"] = f"{headers['Idempotency-Key'][:200]}-{told}"
    if is_right(case, headers, "If-None-Match") and is_odd(headers["If-None-Match"]):
        headers["If-None-Match"] = etags.get(where, headers["If-None-Match"])


def is_negative(case, location):
    return case.meta is not None and case.meta.is_negative_at(location)


def is_right(case, values, name):
    """Whether a parameter is there and as described."""
    if not values or name not in values:
        return False
    parameters = case.operation.definition.raw.get("parameters", [])
    schema = next((one["schema"] for one in parameters if one["name"] == name), None)
    return schema is not None and fits(schema, values[name])
