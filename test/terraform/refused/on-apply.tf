resource "svc_team" "payments" {
  name = "Payments"
}

resource "svc_team" "led_by_nobody" {
  name     = "Nobody's"
  lead_uid = "usr_nobody" #! lead_uid names the user "usr_nobody", which does not exist.
}

resource "svc_project" "checkout" {
  name          = "Checkout"
  owner_team_id = "team_nobody" #! owner_team_id names the team "team_nobody", which does not exist.
}

resource "svc_system" "ordering" {
  name          = "Ordering"
  component_ids = ["prj_nothing"] #! component_ids names the project "prj_nothing", which does not exist.
}

resource "svc_slo" "checkout_answers" {
  name   = "Checkout answers"
  app_id = "prj_nothing" #! app_id names the project "prj_nothing", which does not exist.
  type   = "availability"
  target = 99.9
  window = "rolling30d"
}

resource "svc_dependency_edge" "from_something_else" {
  from_kind = "component"
  from_id   = svc_team.payments.id #! from_id names the project "team_
  to_kind   = "api"
  to_id     = "api_nothing" #! to_id names the API "api_nothing", which does not exist.
}

resource "svc_oncall_binding" "first" {
  scope         = "team"
  target_id     = svc_team.payments.id
  provider_name = "manual"
}

resource "svc_oncall_binding" "second" { #! already has the same scope, target_id and provider_name. To manage that one, import it
  scope         = "team"
  target_id     = svc_team.payments.id
  provider_name = "manual"
  label         = "Once more"
  depends_on    = [svc_oncall_binding.first]
}
