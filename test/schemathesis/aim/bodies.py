"""Bodies that refer to records that are there and keep the rules that need a record to be told."""

from aim.known import FACTS, KINDS, fits, is_id, latest, pick, seeded

PERCENTAGE_TYPES = ("availability", "latency", "errorRate")


def mended(case, facts):
    kind = facts["bodyOf"]
    body = dict(case.body)
    is_change = case.method.upper() == "PATCH"
    before = latest.get(case.path_parameters.get(facts["idParam"]), {}) if is_change else {}
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


def mend_dependency(body, before):
    """Nothing depends on itself."""
    if body.get("fromKind") == body.get("toKind") and body.get("fromId") == body.get("toId"):
        ids = seeded.get(target_kind(KINDS["dependency"]["refs"]["toId"], body), [])
        body["toId"] = pick(ids, body.get("toId"), skip=body.get("fromId")) or body.get("toId")


def mend_slo(body, before):
    """A change is held against what the SLO already is: its type says what target and value may be."""
    if not before:
        return
    numbers = [body[name] for name in ("target", "currentValue") if isinstance(body.get(name), (int, float))]
    if any(number > 100 or number < 0 for number in numbers):
        body.setdefault("type", "custom")
    elif body.get("type") in PERCENTAGE_TYPES and before["target"] > 100:
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
