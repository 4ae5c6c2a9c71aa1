terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_sso_settings" "ours" {}

check "sign_in_is_enforced" {
  assert {
    condition     = contains(["required_verified", "required_all"], data.svc_sso_settings.ours.enforcement_mode)
    error_message = "Members may still sign in without the identity provider."
  }
}
