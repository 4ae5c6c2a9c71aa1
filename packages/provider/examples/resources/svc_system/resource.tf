terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_team" "orders" {
  name = "Orders"
}

resource "svc_domain" "commerce" {
  name = "Commerce"
}

resource "svc_project" "orders" {
  name = "Orders"
}

resource "svc_api" "orders" {
  name         = "Orders API"
  component_id = svc_project.orders.id
}

resource "svc_resource" "orders_db" {
  name = "orders-db"
  kind = "database"
}

resource "svc_system" "ordering" {
  name            = "Ordering"
  description     = "From a full basket to a placed order."
  owner_team_id   = svc_team.orders.id
  domain_id       = svc_domain.commerce.id
  lifecycle_stage = "production"
  component_ids   = [svc_project.orders.id]
  api_ids         = [svc_api.orders.id]
  resource_ids    = [svc_resource.orders_db.id]
  tags            = ["core"]
}
