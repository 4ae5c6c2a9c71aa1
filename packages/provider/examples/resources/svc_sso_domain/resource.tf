terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_identity_provider" "company" {
  name     = "Company login"
  protocol = "oidc"
  vendor   = "keycloak"

  oidc = {
    issuer    = "https://keycloak.example.com/realms/company"
    client_id = "svc"
  }
}

resource "svc_sso_domain" "company" {
  normalized_domain    = "example.com"
  identity_provider_id = svc_identity_provider.company.id
  verification_method  = "dns_txt"
  enforcement_override = "inherit"
}

# The record that proves it, for the provider that manages your DNS. svc looks for it by itself.
output "dns_record" {
  value = {
    type  = "TXT"
    name  = svc_sso_domain.company.verification_location
    value = svc_sso_domain.company.verification_value
  }
}
