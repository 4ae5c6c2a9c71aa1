terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_workload_trust" "shop" {
  name            = "Deployments of the shop"
  issuer          = "https://gitlab.com"
  audience        = "https://svc.example.com"
  conditions_json = jsonencode({ project_id = "42", ref_protected = "true" })
}

data "svc_workload_trust" "shop" {
  id = svc_workload_trust.shop.id
}

output "last_used" {
  value = data.svc_workload_trust.shop.last_used_at
}
