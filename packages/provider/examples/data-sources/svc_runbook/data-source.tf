terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_runbook" "payments_fail" {
  title        = "Payments are failing"
  runbook_type = "incident_response"
  body_md      = "1. Look at the queue."
}

# By title, wherever the runbook is kept: here beside it, usually in another configuration.
data "svc_runbook" "payments_fail" {
  title = svc_runbook.payments_fail.title
}

output "steps" {
  value = data.svc_runbook.payments_fail.body_md
}
