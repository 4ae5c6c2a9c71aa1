terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_api" "payments" {
  name = "Payments API"
}

# By name, wherever the API is kept: here beside it, usually in another team's configuration.
data "svc_api" "payments" {
  name = svc_api.payments.name
}

resource "svc_project" "checkout" {
  name = "Checkout"
}

resource "svc_dependency_edge" "checkout_calls_payments" {
  from_kind = "component"
  from_id   = svc_project.checkout.id
  to_kind   = "api"
  to_id     = data.svc_api.payments.id
  type      = "consumes_api"
}
