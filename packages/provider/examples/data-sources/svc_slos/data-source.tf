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

data "svc_slos" "at_risk" {
  type   = "availability"
  status = "atRisk"

  depends_on = [svc_slo.availability]
}

output "slos_at_risk" {
  value = { for slo in data.svc_slos.at_risk.slos : slo.name => slo.error_budget_percent_used }
}
