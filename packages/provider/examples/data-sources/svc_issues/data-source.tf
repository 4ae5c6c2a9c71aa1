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

data "svc_issues" "blockers" {
  app_id       = svc_project.checkout.id
  issue_type   = "bug"
  severity     = "blocker"
  status_group = "active"
}

# A warning with each plan for as long as there is one.
check "nothing_blocks_checkout" {
  assert {
    condition     = length(data.svc_issues.blockers.issues) == 0
    error_message = "Checkout has blockers: ${join(", ", data.svc_issues.blockers.issues[*].title)}."
  }
}
