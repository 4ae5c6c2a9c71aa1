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

resource "svc_project" "checkout" {
  name          = "Checkout"
  owner_team_id = svc_team.payments.id
}

resource "svc_oncall_binding" "payments" {
  scope         = "team"
  target_id     = svc_team.payments.id
  provider_name = "pagerduty"
  schedule_id   = "PABC123"
  label         = "Payments, around the clock"
}

# Where no service knows, a label tells people whom to ask.
resource "svc_oncall_binding" "checkout" {
  scope         = "component"
  target_id     = svc_project.checkout.id
  provider_name = "manual"
  label         = "In working hours: ask in #team-payments"
}

output "on_call_for_payments" {
  value = svc_oncall_binding.payments.currently_on_call_user_name
}
