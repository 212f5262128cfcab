"""A full link, or one that drops packets, limits everything behind it.

Each packet takes 24 bytes more on the wire than Linux counts, so small packets fill a link early. Dropped
packets are sent again, mostly after 200 ms.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence
from backend.diagnostics.bottlenecks.sentences import share
from backend.presentation.figures import figure, short_percent

FILLED, DROPPED, RETRANSMITTED_PER_S = 0.90, 0.001, 100.0


def check(evidence: Evidence) -> Iterator[Hit]:
    for link in evidence.links:
        label = f"{link.name} of {link.host}"
        rates = f"{figure(link.bits_per_s)}bit/s in {figure(link.packets_per_s)} packets/s"
        if link.fill is not None and link.fill >= FILLED:
            yield Hit(f"The link {label} was {share(link.fill)} full: {rates}.", link.host)
        elif link.drop_share >= DROPPED:
            text = f"The link {label} dropped {short_percent(link.drop_share)} of its packets, at {rates}."
            yield Hit(text, link.host, advice="look for full queues: ethtool -S, net.core.netdev_max_backlog")
    if not evidence.links:
        return
    for network in evidence.networks:
        again = network.retransmits / network.seconds
        if again >= RETRANSMITTED_PER_S and not network.overflows:
            text = f"{network.name} sent {figure(again)} segments/s again: packets are lost on the way."
            yield Hit(
                text, network.name, title="lost packets", advice="look for drops on the way, also in switches"
            )


RULE = BottleneckRule(
    code="link",
    title="the network link",
    holds="a link was 90% full, dropped 0.1% of its packets, or 100 segments a second were sent again",
    advice="use a faster link, or send less: gzip, smaller answers, keep-alive",
    chart="network",
    check=check,
)
