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

data "svc_oncall_binding" "payments" {
  id = svc_oncall_binding.payments.id
}

output "on_call_until" {
  value = data.svc_oncall_binding.payments.current_shift_ends_at
}
