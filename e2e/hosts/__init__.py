"""Three hosts on one machine: network namespaces with addresses of their own, and an agent in each."""
