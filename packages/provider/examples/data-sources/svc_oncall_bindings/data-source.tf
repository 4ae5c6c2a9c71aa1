terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_team" "payments" {
  name = "Payments"
}

resource "svc_oncall_binding" "payments" {
  scope         = "team"
  target_id     = svc_team.payments.id
  provider_name = "pagerduty"
  schedule_id   = "PABC123"
  label         = "Payments, around the clock"
}

data "svc_oncall_bindings" "teams" {
  scope         = "team"
  provider_name = "pagerduty"

  depends_on = [svc_oncall_binding.payments]
}

output "on_call_now" {
  value = { for binding in data.svc_oncall_bindings.teams.bindings : binding.target_id => binding.currently_on_call_user_name }
}
