terraform {
  required_version = ">= 1.6"

  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# Where svc is and who we are comes from the environment: SVC_ENDPOINT and SVC_API_TOKEN.
provider "svc" {}
