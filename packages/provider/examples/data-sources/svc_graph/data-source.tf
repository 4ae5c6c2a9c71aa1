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

resource "svc_api" "orders" {
  name = "Orders API"
}

resource "svc_dependency_edge" "checkout_calls_orders" {
  from_kind = "component"
  from_id   = svc_project.checkout.id
  to_kind   = "api"
  to_id     = svc_api.orders.id
  type      = "calls"
}

# What Checkout needs, directly or through others.
data "svc_graph" "checkout" {
  root      = "component:${svc_project.checkout.id}"
  direction = "dependsOn"
  depth     = 5

  depends_on = [svc_dependency_edge.checkout_calls_orders]
}

output "checkout_needs" {
  value = [for node in data.svc_graph.checkout.nodes : node.name if node.distance > 0]
}
