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
from collections import defaultdict
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import schemathesis
from aim.bodies import (
    configured,
    fitting_value,
    handed_over,
    imported,
    measured,
    mended,
    paired,
    pictured,
    reached,
    tracked,
)
from aim.known import FACTS, KINDS, OPERATIONS, etags, forget, images, note, note_spec, signing
from aim.requests import aim_file, aim_headers, aim_path, aim_query

MAX_BODY_BYTES = 1024 * 1024
WITHOUT_MAIL = (b"svc sends no mail here", b", not by a link.")

tally = defaultdict(lambda: defaultdict(int))


@schemathesis.serializer("text/csv", "application/gzip", "application/x-gzip")
def as_it_is(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def before_call(context, case, kwargs):
    facts = facts_of(case)
    aim_path(case, facts)
    aim_query(case, facts)
    aim_file(case, facts)
    if isinstance(case.body, dict) and facts["bodyOf"] in KINDS:
        case.body = mended(case, facts)
    if operation_id(case) == "setSecretValue" and isinstance(case.body, dict):
        case.body = fitting_value(case)
    if operation_id(case) == "configureIntegration" and isinstance(case.body, dict):
        case.body = configured(case)
    if operation_id(case) == "configureErrorTracker" and isinstance(case.body, dict):
        case.body = tracked(case)
    if operation_id(case) == "handOver" and isinstance(case.body, dict):
        case.body = handed_over(case)
    if operation_id(case) in ("activateSamlKey", "deleteSamlKey") and isinstance(case.body, dict):
        case.body = paired(case)
    if operation_id(case) == "ingestSlis" and isinstance(case.body, dict):
        case.body = measured(case)
    if operation_id(case) == "setContacts" and isinstance(case.body, dict):
        case.body = reached(case)
    if operation_id(case) == "importBackstage" and isinstance(case.body, dict):
        case.body = imported(case)
    if operation_id(case) == "addRunbookImage" and isinstance(case.body, dict):
        case.body = pictured(case)
    aim_headers(case, facts)


@schemathesis.hook
def after_call(context, case, response):
    tally[operation_id(case)][str(response.status_code)] += 1
    is_own = response.request.method == case.operation.method.upper()
    # A replay tells what was, not what is.
    if not is_own or not 200 <= response.status_code < 300 or "idempotent-replayed" in response.headers:
        return
    facts = facts_of(case)
    if operation_id(case) in ("putApiSpec", "deleteApiSpec"):
        note_spec(case.path_parameters["apiId"], response.status_code == 200)
    elif operation_id(case) == "activateSamlKey":
        signing.append(case.body["id"])
    elif operation_id(case) == "deleteSamlKey":
        FACTS["samlKeyIds"].remove(case.body["id"])
    elif operation_id(case) == "addRunbookImage":
        images.append((case.path_parameters["runbookId"], json.loads(response.content)["id"]))
    elif response.status_code == 204:
        forget(facts["kind"], case.path_parameters.get(facts["idParam"]))
    else:
        note(case, facts, response)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """
    A body over 1 MiB is refused before anyone looks into it, be it right or wrong by its schema; a quota that
    is used up takes no more, however right they are; and a record that the server's own jobs have changed (the SLO
    calculator runs at every quarter hour, refreshes use what is in the vault) has an ETag that nobody was given yet.
    """
    # Of an address that is too long nothing is read, be it right or wrong.
    if response.status_code == 431:
        return False
    if response.status_code == 412 and was_overtaken(case, response):
        return False
    if response.status_code == 400 and b'"quota_exceeded"' in response.content:
        return False
    # A runbook is full at some point, too.
    if response.status_code == 400 and b"is one too many: a runbook has up to" in response.content:
        return False
    # The providers that there are speak OpenID Connect.
    if response.status_code == 400 and b"only those providers have metadata" in response.content:
        return False
    # A domain that is verified by mail would need a mail server.
    if response.status_code == 400 and any(said in response.content for said in WITHOUT_MAIL):
        return False
    # A made-up epoch or place in the feed is of no history that there is.
    if response.status_code == 410 and b'"gone"' in response.content:
        return False
    return response.status_code != 413 or len(response.request.body or b"") <= MAX_BODY_BYTES


def was_overtaken(case, response):
    """Whether the record has another ETag than the one that was sent: held to the same one, it would be wrong."""
    sent = response.request.headers
    id = case.path_parameters.get(facts_of(case)["idParam"])
    where = response.request.url.split("?")[0]
    if id is not None:
        where = where[: where.index(id) + len(id)]
    question = Request(where, headers={"Authorization": sent["Authorization"]})
    try:
        with urlopen(question) as answer:
            current = answer.headers["ETag"]
    except HTTPError:
        return False
    etags[case.formatted_path if id is None else id] = current
    return current != sent.get("If-Match")


def operation_id(case):
    return case.operation.definition.raw["operationId"]


def facts_of(case):
    return OPERATIONS[operation_id(case)]


@atexit.register
def write_tally():
    """For the summary: an operation that was only ever refused has not been tested."""
    Path(os.environ["SVC_TALLY"]).write_text(json.dumps(tally))
