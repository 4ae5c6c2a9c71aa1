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

resource "svc_project" "orders" {
  name          = "Orders"
  owner_team_id = svc_team.orders.id
}

resource "svc_api" "orders" {
  name            = "Orders API"
  description     = "Places orders and follows them until they are delivered."
  component_id    = svc_project.orders.id
  owner_team_id   = svc_team.orders.id
  kind            = "openapi"
  lifecycle_stage = "production"
  spec_url        = "https://specs.example.com/orders/openapi.yaml"
  tags            = ["orders", "public"]
}
