resource "svc_api" "unknown_kind" {
  name = "Orders"
  kind = "soap" #! kind must be one of rest, graphql
}

resource "svc_team" "nameless" { #! The argument "name" is required
}

resource "svc_team" "blank" {
  name = " " #! name must not be blank.
}

resource "svc_team" "long" {
  name = join("", [for n in range(201) : "x"]) #! name must have at most 200 characters.
}

resource "svc_team" "misspelled" {
  name   = "Payments"
  colour = "red" #! Did you mean "color"?
}

resource "svc_project" "undecided" {
  name     = "Checkout"
  archived = "perhaps" #! a bool is required
}

resource "svc_resource" "empty_tag" {
  name = "orders-db"
  tags = ["pci", ""] #! tags must not be empty.
}

resource "svc_dependency_edge" "on_itself" {
  from_kind = "component"
  from_id   = "prj_1"
  to_kind   = "component"
  to_id     = "prj_1" #! to_id must not be the same record as from_id
}

resource "svc_dependency_edge" "of_a_strange_sort" {
  from_kind = "component"
  from_id   = "prj_1"
  to_kind   = "service" #! to_kind must be one of component, api
  to_id     = "prj_2"
  type      = "Depends on" #! type must be 1 to 64 of a-z
}

resource "svc_scorecard" "wrong_parts" {
  name             = "Readiness"
  applicable_kinds = [] #! applicable_kinds must have at least 1 entry.
  rules = [
    { #! rules[0].weight must be 10 or less.
      type   = "has_owner_team"
      label  = "Has an owner"
      weight = 11
    },
    { #! rules[1].params_json must be a JSON object as text | rules[1].weight must be an integer.
      type        = "lifecycle_in"
      label       = "Is in production"
      weight      = 2.5
      params_json = "{lifecycles: production}"
    },
    { #! rules[2].type must be one of has_owner_team | rules[2].label must not be empty.
      type   = "has_wings"
      label  = ""
      weight = 1
    },
  ]
  tiers = [
    { name = "Gold", min_score = 101 }, #! tiers[0].name must be 1 to 64 of a-z | tiers[0].min_score must be 100 or less.
  ]
}

resource "svc_scorecard" "parts_that_do_not_fit" {
  name             = "Readiness"
  applicable_kinds = ["component"]
  rules = [ #! rules must have params_json
    { type = "lifecycle_in", label = "Is in production", weight = 1 },
  ]
  tiers = [ #! tiers must have different names.
    { name = "gold", min_score = 50 },
    { name = "gold", min_score = 100 },
  ]
}

resource "svc_slo" "over_hundred" {
  name          = "Checkout answers"
  app_id        = "prj_1"
  type          = "availability"
  target        = 120 #! target must be between 0 and 100 for type availability, not 120.
  window        = "rolling30d"
  current_value = -1 #! current_value must be between 0 and 100 for type availability, not -1.
}

resource "svc_slo" "too_exact" {
  name   = "Checkout answers"
  app_id = "prj_1"
  type   = "availability"
  target = 99.99999999999999999 #! target has more digits than svc can store: the maximum is 15.
  window = "weekly"             #! window must be one of rolling7d
}

resource "svc_oncall_binding" "no_schedule" { #! schedule_id is required for provider pagerduty, unless there is a service_id.
  scope         = "team"
  target_id     = "team_1"
  provider_name = "pagerduty"
}

resource "svc_oncall_binding" "blank_schedule" {
  scope         = "team"
  target_id     = "team_1"
  provider_name = "opsgenie"
  schedule_id   = " " #! schedule_id is required for provider opsgenie.
}

resource "svc_oncall_binding" "address_of_feed" {
  scope         = "team"
  target_id     = "team_1"
  provider_name = "ical"
  schedule_id   = "https://feeds.example.com/a.ics" #! schedule_id must be the name of a feed for ical
}

resource "svc_oncall_binding" "needless_schedule" {
  scope         = "team"
  target_id     = "team_1"
  provider_name = "manual"
  schedule_id   = "PABC123" #! schedule_id must be omitted for provider manual
}

resource "svc_runbook" "for_everyone" {
  title               = "Payments are failing"
  runbook_type        = "incident_response"
  visibility_role_min = "everyone" #! visibility_role_min must be one of viewer
}

data "svc_team" "by_nothing" { #! Missing argument
}

data "svc_team" "by_too_much" {
  id   = "team_1"
  name = "Payments" #! Conflicting arguments
}

data "svc_apis" "of_an_unknown_kind" {
  kind = "soap" #! kind must be one of rest, graphql
}

data "svc_cost_entries" "none" {
  limit = 0 #! limit must be 1 or more.
}
