terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# The token comes from the environment: export SVC_API_TOKEN=svc_pat_live_…
provider "svc" {
  endpoint = "https://svc.example.com"
}
