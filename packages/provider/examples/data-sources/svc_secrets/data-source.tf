terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_secrets" "texts" {
  type = "text"
}

locals {
  a_year_ago = timeadd(plantimestamp(), "-8760h")
}

output "not_changed_for_a_year" {
  value = [
    for secret in data.svc_secrets.texts.secrets : secret.name
    if timecmp(secret.updated_at, local.a_year_ago) < 0
  ]
}
