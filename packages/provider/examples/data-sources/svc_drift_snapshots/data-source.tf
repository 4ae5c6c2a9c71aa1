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

# Only the latest scan.
data "svc_drift_snapshots" "latest" {
  app_id = svc_project.checkout.id
  limit  = 1
}

check "environments_agree" {
  assert {
    condition     = alltrue([for scan in data.svc_drift_snapshots.latest.snapshots : scan.drifted_count == 0])
    error_message = "The environments of Checkout have drifted apart."
  }
}
