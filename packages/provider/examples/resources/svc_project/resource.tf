terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_team" "payments" {
  name = "Payments"
}

resource "svc_project" "checkout" {
  name            = "Checkout"
  description     = "Takes a basket to a paid order."
  owner_team_id   = svc_team.payments.id
  repo_url        = "https://git.example.com/shop/checkout"
  type            = "service"
  lifecycle_stage = "production"
  tier            = 1
  tags            = ["payments"]
}

# Archived instead of deleted: its history stays, and lists leave it out.
resource "svc_project" "old_checkout" {
  name          = "Checkout (old)"
  description   = "Replaced by Checkout in 2025."
  owner_team_id = svc_team.payments.id
  github_url    = "https://github.com/example/old-checkout"
  archived      = true
}
