terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# The views of projects that everybody sees, each with what its projects must be.
data "svc_views" "of_projects" {
  kind = "project"
}

output "queries" {
  value = {
    for view in data.svc_views.of_projects.views : view.name => view.query
    if view.visibility == "shared"
  }
}
