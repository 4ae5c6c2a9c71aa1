terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_group_mappings" "scim" {
  source = "scim"
}

# The groups of the directory that make somebody an admin.
output "admin_groups" {
  value = [for mapping in data.svc_group_mappings.scim.group_mappings : mapping.group if mapping.role == "admin"]
}
