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
  vendor   = "okta"

  oidc = {
    issuer    = "https://example.okta.com"
    client_id = "0oa1b2c3d4"
  }
}

# Before it can be "required_verified", somebody must have signed in through the provider,
# and two admins must have break-glass access, which is given in the console.
resource "svc_sso_settings" "ours" {
  enforcement_mode                      = "optional"
  allow_password_fallback               = true
  default_identity_provider_id          = svc_identity_provider.company.id
  force_jit_provisioning                = false
  password_session_grace_period_minutes = 60

  second_factor        = "admins"
  session_idle_minutes = 720
  session_max_minutes  = 10080
  personal_tokens      = "keep"
}
