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

resource "svc_slo" "availability" {
  name   = "Checkout answers"
  app_id = svc_project.checkout.id
  type   = "availability"
  target = 99.9
  window = "rolling30d"
}

# The last day: one snapshot for each quarter hour.
data "svc_slo_snapshots" "last_day" {
  slo_id = svc_slo.availability.id
  limit  = 96
}

output "burn_rates" {
  value = { for snapshot in data.svc_slo_snapshots.last_day.snapshots : snapshot.taken_at => snapshot.burn_rate1h }
}
