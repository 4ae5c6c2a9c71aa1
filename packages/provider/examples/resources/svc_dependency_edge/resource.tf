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

resource "svc_resource" "orders_db" {
  name = "orders-db"
  kind = "database"
}

resource "svc_dependency_edge" "checkout_calls_payments" {
  from_kind   = "component"
  from_id     = svc_project.checkout.id
  to_kind     = "api"
  to_id       = svc_api.payments.id
  type        = "consumes_api"
  description = "Charges the card when an order is placed."
}

# What a project writes to, from one map: one edge for each entry.
resource "svc_dependency_edge" "checkout_writes_to" {
  for_each = { orders = svc_resource.orders_db.id }

  from_kind = "component"
  from_id   = svc_project.checkout.id
  to_kind   = "resource"
  to_id     = each.value
  type      = "writes_to"
}

# Checkout goes on without recommendations, so their failure hits it only softly.
resource "svc_api" "recommendations" {
  name = "Recommendations API"
}

resource "svc_dependency_edge" "checkout_shows_recommendations" {
  from_kind   = "component"
  from_id     = svc_project.checkout.id
  to_kind     = "api"
  to_id       = svc_api.recommendations.id
  type        = "consumes_api"
  criticality = "soft"
}
