terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_project" "checkout" {
  name = "Checkout"
}

# A longer text is better kept in a file of its own: body_md = file("${path.module}/payments-fail.md")
resource "svc_runbook" "payments_fail" {
  title        = "Payments are failing"
  runbook_type = "incident_response"

  body_md = <<-EOT
    ## Is it us?

    1. Look at the error rate of the payment provider.
    2. Look at the age of the oldest message in the queue.

    ## Stop the damage

    Switch the shop to "pay on delivery" and tell support.
  EOT

  linked_app_ids             = [svc_project.checkout.id]
  linked_incident_severities = ["critical", "blocker"]
  visibility_role_min        = "member"
  pinned                     = true
  tags                       = ["payments"]
}
