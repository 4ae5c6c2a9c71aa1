terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# With OpenID Connect. The endpoints and keys are found by the issuer.
resource "svc_identity_provider" "company" {
  name     = "Company login"
  protocol = "oidc"
  vendor   = "keycloak"
  status   = "active"
  priority = 10

  # Whoever signs in and is not a member yet becomes one.
  jit = {
    enabled = true
    role    = "member"
  }

  oidc = {
    issuer    = "https://keycloak.example.com/realms/company"
    client_id = "svc"

    # The secret itself is in the vault of svc, under this keyword.
    client_secret_vault_keyword = "company-login"
  }
}

# Where the provider sends people back to, to be registered there.
output "redirect_uri" {
  value = svc_identity_provider.company.oidc.redirect_uri
}

# With SAML. Addresses and certificates are read from the metadata, again every day.
resource "svc_identity_provider" "partner" {
  name     = "Partner"
  protocol = "saml"

  saml = {
    metadata_url = "https://saml.example.com/metadata"

    attributes = {
      groups = "memberOf"
    }
  }
}

output "acs_url" {
  value = svc_identity_provider.partner.saml.acs_url
}
