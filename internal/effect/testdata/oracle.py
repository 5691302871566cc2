# Makes oracle.json: python3 oracle.py > oracle.json (no packages needed, some seconds)
# E h and Var h of h = E logit^-1(mean + u + a), and the covariance of two such h with
# correlated u, by nested composite 24-node Gauss-Legendre quadrature of the integrals as they
# are defined, on panels narrow enough for errors below 1e-13.
import json
from math import cos, exp, fsum, pi, sqrt


def gauss_legendre(n):
    """Nodes and weights on (-1, 1) by Newton's method on the Legendre polynomial."""
    rule = []
    for i in range(n):
        x = cos(pi * (i + 0.75) / (n + 0.5))
        for _ in range(100):
            p, q = 1.0, x
            for k in range(2, n + 1):
                p, q = q, ((2 * k - 1) * x * q - (k - 1) * p) / k
            slope = n * (x * q - p) / (x * x - 1)
            x -= q / slope
        rule.append((x, 2 / ((1 - x * x) * slope * slope)))
    return rule


RULE = gauss_legendre(24)


def quad(f, points):
    return fsum((b - a) / 2 * w * f((a + b) / 2 + (b - a) / 2 * x)
                for a, b in zip(points, points[1:]) for x, w in RULE)


def phi(z):
    return exp(-z * z / 2) / sqrt(2 * pi)


def expit(x):
    return 1 / (1 + exp(-x)) if x > 0 else exp(x) / (1 + exp(x))


def panels(center, scale):
    """Breakpoints of z over +-10, close together where expit(x) with x = scale*(z - center) rises."""
    points = set(range(-10, 11, 2))
    for d in (-40, -26, -17, -11, -7, -4, -2, 0, 2, 4, 7, 11, 17, 26, 40):
        z = center + d / scale
        if -10 < z < 10:
            points.add(z)
    return sorted(points)


def h(x, s):
    if s == 0:
        return expit(x)
    return quad(lambda z: expit(x + s * z) * phi(z), panels(-x / s, s))


def variance(m, sd, noise):
    at = panels(-m / sd, sqrt(sd * sd + noise * noise) if noise > 3 else sd)
    p = quad(lambda z: h(m + sd * z, noise) * phi(z), at)
    return p, quad(lambda z: (h(m + sd * z, noise) - p) ** 2 * phi(z), at)


def covariance(a, b, rho):
    (ma, sa, na), (mb, sb, nb) = a, b
    rest = sqrt(nb * nb + sb * sb * (1 - rho * rho))
    at = sorted(set(panels(-ma / sa, sa)) | set(panels(-mb / (rho * sb), abs(rho) * sb)))
    pa = h(ma, sqrt(sa * sa + na * na))
    pb = h(mb, sqrt(sb * sb + nb * nb))
    return quad(lambda z: (h(ma + sa * z, na) - pa) * (h(mb + rho * sb * z, rest) - pb) * phi(z), at)


cases = [(0, 1, 0.5), (-2.5, 3.6, 1.2), (-10, 2, 0), (-6, 8, 0.3), (1, 12, 10),
         (0.5, 30, 0.1), (-3, 30, 30), (-20, 6, 3), (10, 0.5, 5), (-10, 0.01, 0.2)]
pairs = [((0, 1, 0.5), (1, 2, 0.3), 0.6), ((-2, 3.6, 0), (-4, 1, 1), 0.99), ((1, 10, 1), (-1, 0.5, 3), -0.7),
         ((0, 30, 0.1), (5, 20, 2), 0.9), ((-3, 2, 0), (-6, 2, 0), 1)]
out = {"variance": [], "covariance": []}
for m, s, n in cases:
    p, v = variance(m, s, n)
    out["variance"].append(dict(mean=m, sd=s, noise=n, expectation=p, variance=v))
for a, b, r in pairs:
    c = covariance(a, b, r)
    out["covariance"].append(dict(a=a, b=b, rho=r, covariance=c))
print(json.dumps(out, indent=1))
