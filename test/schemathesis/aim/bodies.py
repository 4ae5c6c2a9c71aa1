"""Bodies that refer to records that are there and keep the rules that need a record to be told."""

from datetime import datetime, timedelta, timezone

from aim.known import FACTS, KINDS, MAX_ID_LENGTH, fits, is_id, latest, number_of, pick, seeded, signing

PERCENTAGE_TYPES = ("availability", "latency", "errorRate")


def mended(case, facts):
    kind = facts["bodyOf"]
    body = dict(case.body)
    is_change = case.method.upper() == "PATCH"
    before = latest.get(case.path_parameters.get(facts["idParam"]), {}) if is_change else {}
    keep_immutable(kind, body, before)
    if is_change:
        for name in KINDS[kind]["readOnly"]:
            body.pop(name, None)
        keep_new(kind, body)
    aim_references(kind, body, before)
    mend = MENDERS.get(kind)
    if mend is not None:
        mend(body, before)
    return body


def configured(case):
    """What an integration is configured with depends on its type, and names what is in the vault."""
    config = FACTS["integrationConfigs"].get(case.path_parameters.get("type"))
    if config is None or not isinstance(case.body.get("config", {}), dict):
        return case.body
    return {**case.body, "config": config}


def tracked(case):
    """An error tracker names what is in the vault, and the project of its address."""
    body = dict(case.body)
    if isinstance(body.get("vaultKeyword"), str) and len(body["vaultKeyword"]) <= MAX_ID_LENGTH:
        body["vaultKeyword"] = FACTS["keyword"]
    if is_id(body.get("appId")):
        body["appId"] = case.path_parameters.get("appId")
    return body


def paired(case):
    """A key pair for SAML is one of those that there were; the one in use cannot be deleted."""
    body = dict(case.body)
    in_use = signing[-1] if signing and case.path.endswith("/delete") else None
    if is_id(body.get("id")) and FACTS["samlKeyIds"]:
        body["id"] = pick(FACTS["samlKeyIds"], body["id"], skip=in_use)
    return body


def handed_over(case):
    """To somebody else who is there and active."""
    body = dict(case.body)
    active = [id for id in seeded["user"] if latest[id].get("isActive")]
    taker = pick(active, str(body.get("toUid")), skip=case.path_parameters.get("uid"))
    if taker is not None and ("toUid" not in body or is_id(body["toUid"])):
        body["toUid"] = taker
    return body


def reached(case):
    """The list of contacts is there, if only as an empty one."""
    return {"contacts": [], **case.body}


def imported(case):
    """At least one of the documents is a catalog entity, and nobody has seen a plan of it yet."""
    body = {name: value for name, value in case.body.items() if name != "plan" or not is_text(value)}
    documents = body.get("documents")
    if isinstance(documents, list) and documents and isinstance(documents[0], dict):
        if isinstance(documents[0].get("entity"), dict):
            body["documents"] = [{**documents[0], "entity": ENTITY}, *documents[1:]]
    return body


ENTITY = {
    "apiVersion": "backstage.io/v1alpha1",
    "kind": "Component",
    "metadata": {"name": "imported"},
    "spec": {"type": "service", "lifecycle": "production", "owner": "nobody"},
}


def pictured(case):
    """The bytes are those of an image."""
    return {**case.body, "content": "iVBORw0KGgo="} if is_text(case.body.get("content")) else case.body


def is_text(value):
    return isinstance(value, str)


def fitting_value(case):
    """A text has no bytes of its own: what it is, only its record tells."""
    item = latest.get(case.path_parameters.get("secretId"), {})
    body = dict(case.body)
    if is_named(item):
        # What it may be used for stays what it was.
        body.pop("uses", None)
    if item.get("type", "text") != "text" or "valueBase64" not in body or "value" in body:
        return body
    return {"value": body["valueBase64"]}


def mend_secret(body, before):
    """The item keeps the keyword by which this run names it."""
    keyword = body.get("keyword", FACTS["keyword"])
    if is_named(before) and (keyword is None or is_id(keyword)):
        body["keyword"] = FACTS["keyword"]


def is_named(item):
    """Whether integrations and error trackers name this vault item."""
    return item.get("keyword") == FACTS["keyword"]


def measured(case):
    """A measurement is of an SLO that is there, not of the future, and in the range that most types have."""
    body = dict(case.body)
    if is_id(body.get("sloId")):
        body["sloId"] = pick(seeded["slo"], body["sloId"])
    if isinstance(body.get("value"), (int, float)) and not isinstance(body["value"], bool):
        body["value"] = abs(body["value"]) % 100
    if isinstance(body.get("at"), str) and fits({"type": "string", "format": "date-time"}, body["at"]):
        body["at"] = "2026-11-01T00:00:00Z"
    if COUNTS.keys() <= body.keys():
        return counted(body)
    # Beside a value, the description lets in some of the counts.
    return {name: value for name, value in body.items() if "value" not in body or name not in COUNTS}


COUNTS = {
    "good": {"type": "number", "minimum": 0},
    "total": {"type": "number", "minimum": 0},
    "from": {"type": "string", "format": "date-time"},
    "to": {"type": "string", "format": "date-time"},
}


def counted(body):
    """Counts are of a share, not more good ones than all, of an hour ago, and in place of a value."""
    if not is_id(body.get("sloId")) or not all(fits(schema, body[name]) for name, schema in COUNTS.items()):
        return body
    if latest.get(body["sloId"], {}).get("type") not in PERCENTAGE_TYPES:
        return {name: value for name, value in body.items() if name not in COUNTS} | {"value": 50}
    hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
    body.pop("value", None)
    body["good"] = min(body["good"], body["total"])
    body["from"] = hour_ago.isoformat()
    body["to"] = (hour_ago + timedelta(minutes=5)).isoformat()
    return body


def keep_immutable(kind, body, before):
    for name, schema in KINDS[kind]["immutable"].items():
        if name in body and name in before and fits(schema, body[name]):
            body[name] = before[name]


def keep_new(kind, body):
    """The description lets in what a record from before a limit may still have."""
    for name, most in KINDS[kind]["maxEntries"].items():
        if isinstance(body.get(name), list):
            body[name] = body[name][:most]
    for name, words in KINDS[kind]["only"].items():
        if is_id(body.get(name)):
            body[name] = words[0]


def aim_references(kind, body, before):
    for name, target in KINDS[kind]["refs"].items():
        value = body.get(name)
        ids = seeded.get(target_kind(target, {**before, **body}), [])
        if not ids or (name in before and value == before[name]):
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


def mend_oncall_feed(body, before):
    """A feed names what it is of, and nothing else."""
    of = body.get("of", "everything")
    if of not in ("everything", "team", "person"):
        return
    active = [id for id in seeded["user"] if latest[id].get("isActive")]
    for name, sort, ids in (("teamId", "team", seeded["team"]), ("userUid", "person", active)):
        if of == sort and body.get(name) is None:
            body[name] = pick(ids, of)
        elif of != sort and is_id(body.get(name)):
            del body[name]


def mend_view(body, before):
    """A list of its kind can be asked for it; what a key makes, and what was shared, is shared."""
    kind = body.get("kind", before.get("kind"))
    queries = KINDS[kind]["queries"] if isinstance(kind, str) and kind in KINDS else []
    if is_text(body.get("query")) and len(body["query"]) <= 500:
        body["query"] = pick(queries, body["query"]) or ""
    if is_id(body.get("sort")):
        body["sort"] = pick(["createdAt", "-updatedAt"], body["sort"])
    if is_id(body.get("groupBy")):
        body["groupBy"] = None
    if before and body.get("visibility") in ("private", "shared"):
        body["visibility"] = before["visibility"]
    elif not before and FACTS["isKey"] and body.get("visibility", "private") == "private":
        body["visibility"] = "shared"


def mend_dependency(body, before):
    """Nothing depends on itself."""
    if body.get("fromKind") == body.get("toKind") and body.get("fromId") == body.get("toId"):
        ids = seeded.get(target_kind(KINDS["dependency"]["refs"]["toId"], body), [])
        body["toId"] = pick(ids, body.get("toId"), skip=body.get("fromId")) or body.get("toId")


def mend_oncall_binding(body, before):
    """Only a manual binding has a rota, whose people are there and whose times make sense."""
    if before and body.get("provider") == before["provider"]:
        # The description judges a change by itself: with the provider, it needs what that one is asked by.
        for name in ("scheduleId", "serviceId"):
            body.setdefault(name, before[name])
    rota = body.get("manual")
    if not isinstance(rota, dict) or not fits(KINDS["oncall_binding"]["mentioning"]["manual"], rota):
        return
    if before and before["provider"] != "manual":
        body["manual"] = None
        return
    rota = dict(rota, people=[somebody(person) for person in rota["people"]], until=None)
    if rota.get("rotation"):
        handover = dict(rota["rotation"]["handover"], timeZone="Europe/Berlin")
        rota["rotation"] = dict(rota["rotation"], startsAt="2026-11-02T08:00:00Z", handover=handover)
    if rota.get("overrides"):
        times = {"from": "2026-12-24T08:00:00Z", "to": "2026-12-27T08:00:00Z"}
        rota["overrides"] = [times | {"person": somebody(one["person"])} for one in rota["overrides"]]
    body["manual"] = rota


def somebody(person):
    """A member who is there and active, or a name."""
    active = [id for id in seeded["user"] if latest[id].get("isActive")]
    if is_id(person.get("uid")) and active:
        return {"uid": pick(active, person["uid"])}
    parts = {name: value for name, value in person.items() if name != "uid" and value is not None}
    return {"name": "Ada"} | parts


def mend_slo(body, before):
    """A change is held against what the SLO already is: its type says what target and value may be."""
    if not before:
        return
    if body.get("objective") in ("atLeast", "atMost"):
        # Only figures in a unit of their own may choose.
        del body["objective"]
    numbers = [body[name] for name in ("target", "currentValue") if isinstance(body.get(name), (int, float))]
    if any(number > 100 or number < 0 for number in numbers):
        body.setdefault("type", "custom")
    elif body.get("type") in PERCENTAGE_TYPES and before["target"] > 100:
        body.setdefault("target", 99.9)


def mend_scorecard(body, before):
    """Rules do not share an id, nor tiers a name; APIs have whatever a scope or rule may ask for."""
    reach = ("applicableKinds", "rules", "scopeTeamId", "scopeTags", "scopeSystemId", "scopeDomainId")
    schema = {"type": "array", "items": {"enum": ["component", "api", "resource", "system", "domain"]}}
    if any(name in body for name in reach) and fits(schema, body.get("applicableKinds", [])):
        if "applicableKinds" in body or before:
            body["applicableKinds"] = ["api"]
    without_twins(body, "rules", "id")
    without_twins(body, "tiers", "name")


def without_twins(body, name, key):
    if not isinstance(body.get(name), list):
        return
    known, kept = set(), []
    for one in body[name]:
        value = one.get(key) if isinstance(one, dict) else None
        if not isinstance(value, str) or value not in known:
            kept.append(one)
        if isinstance(value, str):
            known.add(value)
    body[name] = kept


def mend_identity_provider(body, before):
    """The settings of the protocol that it does not speak stay empty."""
    other = {"saml": "oidc", "oidc": "saml"}.get(before.get("protocol"))
    if other in body and "protocol" not in body and isinstance(body[other], dict):
        body[other] = None


def mend_sso_domain(body, before):
    """A domain that somebody can have, and another for each."""
    value = body.get("normalizedDomain")
    if not before and fits(KINDS["sso_domain"]["immutable"]["normalizedDomain"], value):
        body["normalizedDomain"] = f"d{number_of(value)}.example"


def mend_sso_settings(body, before):
    """No provider has passed its test, so none can be required; two members are there to be named."""
    if body.get("enforcementMode") in ("required_verified", "required_all"):
        body["enforcementMode"] = "optional"
    named = body.get("breakGlassUids")
    if isinstance(named, list) and named and len(named) <= 20 and all(is_id(one) for one in named):
        users = seeded.get("user", [])
        body["breakGlassUids"] = users[:2] if len(users) > 1 else []


def mend_group_mapping(body, before):
    """The teams that are there are in the mode of the caller."""
    if body.get("mode") in ("live", "test") and body.get("teamId") is not None:
        body["mode"] = FACTS["mode"]


def mend_workload_trust(body, before):
    """What the conditions must have depends on the issuer: the description judges a change by itself."""
    if "issuer" in body or "conditions" in body:
        for name in ("issuer", "conditions"):
            if name in before:
                body.setdefault(name, before[name])


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


def mend_drift_snapshot(body, before):
    """Fingerprints and counts have to agree: a scan without a difference always does."""
    if isinstance(body.get("mappings"), list):
        body["mappings"] = []
        # By JSON Schema 3.0 is an integer as well.
        if fits({"type": "integer"}, body.get("driftedCount")):
            body["driftedCount"] = 0


def mend_cost_entry(body, before):
    """A period does not end before it begins."""
    if isinstance(body.get("periodStart"), str) and isinstance(body.get("periodEnd"), str):
        body["periodEnd"] = body["periodStart"]


MENDERS = {
    "cost_entry": mend_cost_entry,
    "drift_snapshot": mend_drift_snapshot,
    "dependency": mend_dependency,
    "oncall_feed": mend_oncall_feed,
    "view": mend_view,
    "oncall_binding": mend_oncall_binding,
    "secret": mend_secret,
    "slo": mend_slo,
    "scorecard": mend_scorecard,
    "identity_provider": mend_identity_provider,
    "sso_domain": mend_sso_domain,
    "sso_settings": mend_sso_settings,
    "group_mapping": mend_group_mapping,
    "workload_trust": mend_workload_trust,
    "token": mend_credential,
    "api_key": mend_credential,
}
