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

# Whoever calls the API, and must hear before it changes.
data "svc_dependency_edges" "into_payments" {
  to_kind = "api"
  to_id   = svc_api.payments.id

  depends_on = [svc_dependency_edge.checkout_calls_payments]
}

output "callers_of_payments" {
  value = [for edge in data.svc_dependency_edges.into_payments.dependencies : edge.from_id]
}
