terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# The pipeline of the shop deploys from main, and keeps its part of the catalog as code.
resource "svc_workload_trust" "shop" {
  name        = "Deployments of the shop"
  issuer      = "https://token.actions.githubusercontent.com"
  audience    = "https://svc.example.com"
  scopes      = ["read", "write", "ingest"]
  mode        = "live"
  max_seconds = 900
  status      = "enabled"

  conditions_json = jsonencode({
    repository_id = "1296269"
    ref           = "refs/heads/main"
  })
}
