terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_integration" "vcs" {
  type = "vcs"
}

# Without a configuration the summary is empty.
output "repositories_are_at" {
  value = data.svc_integration.vcs.is_configured ? jsondecode(data.svc_integration.vcs.summary_json).host : null
}
