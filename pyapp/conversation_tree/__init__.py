"""The pure core of ChatGPT Conversation Tree: events in, commands out.

Nothing here knows the DOM, JavaScript, clocks or the network.
"""

__version__ = "0.1.0"
