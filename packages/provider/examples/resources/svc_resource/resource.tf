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

resource "svc_resource" "orders_db" {
  name            = "orders-db"
  description     = "Every order that was ever placed."
  component_id    = svc_project.orders.id
  owner_team_id   = svc_team.orders.id
  kind            = "database"
  provider_name   = "aws"
  lifecycle_stage = "production"
  external_id     = "arn:aws:rds:eu-west-1:123456789012:db:orders"
  console_url     = "https://eu-west-1.console.aws.amazon.com/rds/home#database:id=orders"
  tags            = ["personal-data", "postgres"]
}
