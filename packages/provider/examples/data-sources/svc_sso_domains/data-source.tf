terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_sso_domains" "all" {}

output "domains_still_to_verify" {
  value = [for domain in data.svc_sso_domains.all.domains : domain.normalized_domain if domain.verification_status != "verified"]
}
