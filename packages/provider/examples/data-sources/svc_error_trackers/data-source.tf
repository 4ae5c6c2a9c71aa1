terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_error_trackers" "all" {}

output "cannot_be_asked" {
  value = {
    for tracker in data.svc_error_trackers.all.error_trackers :
    tracker.app_id => tracker.snapshot.last_fetch_error
    if try(tracker.snapshot.last_fetch_error, null) != null
  }
}
