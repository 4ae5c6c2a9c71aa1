terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_team" "payments" {
  name          = "Payments"
  slack_channel = "#team-payments"
}

resource "svc_project" "checkout" {
  name          = "Checkout"
  description   = "Takes a basket to a paid order."
  owner_team_id = svc_team.payments.id
}

resource "svc_api" "checkout" {
  name            = "Checkout API"
  component_id    = svc_project.checkout.id
  owner_team_id   = svc_team.payments.id
  kind            = "openapi"
  lifecycle_stage = "production"
}

resource "svc_slo" "checkout_answers" {
  name   = "Checkout answers"
  app_id = svc_project.checkout.id
  type   = "availability"
  target = 99.9
  window = "rolling30d"
}
