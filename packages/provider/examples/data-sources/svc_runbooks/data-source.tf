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

data "svc_runbooks" "incidents" {
  runbook_type = "incident_response"

  depends_on = [svc_runbook.payments_fail]
}

output "runbooks_that_link_no_project" {
  value = [for runbook in data.svc_runbooks.incidents.runbooks : runbook.title if length(runbook.linked_app_ids) == 0]
}
