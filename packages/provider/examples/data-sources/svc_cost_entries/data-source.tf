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

data "svc_cost_entries" "checkout" {
  app_id = svc_project.checkout.id
  limit  = 1000
}

output "cents_spent" {
  value = sum(concat([0], [for entry in data.svc_cost_entries.checkout.entries : entry.amount_cents if entry.currency == "USD"]))
}
