"""A Ray cluster of two nodes on this machine, one core each. Nodes can be killed and added."""

import pytest
import ray
from ray.cluster_utils import Cluster

STORE = 80 << 20


class Nodes:
    """The head, on which the driver runs, and one more node."""

    def __init__(self):
        # A dead node refuses connections and is noticed within seconds; a busy one only answers
        # late.
        system = {"health_check_period_ms": 1000, "health_check_failure_threshold": 5}
        head = {
            "num_cpus": 1,
            "object_store_memory": STORE,
            "include_dashboard": False,
            "_system_config": system,
        }
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.second = None
        self.killed = 0

    @property
    def address(self):
        return self.cluster.address

    def add(self):
        if self.second is None:
            self.second = self.cluster.add_node(num_cpus=1, object_store_memory=STORE)
            self.cluster.wait_for_nodes()

    def kill(self):
        """Kills the second node as a power cut does."""
        if self.second is not None:
            self.cluster.remove_node(self.second, allow_graceful=False)
            self.second = None
            self.killed += 1


@pytest.fixture(scope="session")
def _nodes():
    nodes = Nodes()
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.cluster.shutdown()


@pytest.fixture
def nodes(_nodes):
    """Both nodes are up when a test begins."""
    _nodes.add()
    return _nodes
