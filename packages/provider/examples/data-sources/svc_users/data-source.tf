terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# A team of everyone whose address is of one domain and who may still sign in.
data "svc_users" "all" {}

resource "svc_team" "staff" {
  name = "Staff"
  member_uids = [
    for user in data.svc_users.all.users : user.id
    if user.is_active && endswith(coalesce(user.email, "-"), "@example.com")
  ]
}
