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

resource "svc_api" "payments" {
  name = "Payments API"
}

resource "svc_dependency_edge" "checkout_calls_payments" {
  from_kind   = "component"
  from_id     = svc_project.checkout.id
  to_kind     = "api"
  to_id       = svc_api.payments.id
  type        = "consumes_api"
  description = "Charges the card when an order is placed."
}

data "svc_dependency_edge" "checkout_calls_payments" {
  id = svc_dependency_edge.checkout_calls_payments.id
}

output "why_checkout_calls_payments" {
  value = data.svc_dependency_edge.checkout_calls_payments.description
}
