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

# Whoever the escalation policy of a PagerDuty service calls first.
resource "svc_oncall_binding" "checkout" {
  scope         = "component"
  target_id     = svc_project.checkout.id
  provider_name = "pagerduty"
  service_id    = "PSVC123"
}

resource "svc_team" "platform" {
  name = "Platform"
}

# Where no service knows, svc takes the turns itself.
resource "svc_oncall_binding" "platform" {
  scope         = "team"
  target_id     = svc_team.platform.id
  provider_name = "manual"
  label         = "Platform, in working hours"

  manual = {
    people = [
      { name = "Ada Lovelace", email = "ada@example.com" },
      { name = "Grace Hopper", email = "grace@example.com", phone = "+1 555 0100" },
    ]

    rotation = {
      every_days = 7
      starts_at  = "2026-11-02T09:00:00+01:00"
      handover   = { weekday = "monday", time = "09:00", time_zone = "Europe/Berlin" }
    }

    overrides = [{
      from   = "2026-12-24T09:00:00+01:00"
      to     = "2026-12-27T09:00:00+01:00"
      person = { name = "Ada Lovelace", email = "ada@example.com" }
    }]
  }
}

output "on_call_for_payments" {
  value = svc_oncall_binding.payments.currently_on_call_user_name
}
